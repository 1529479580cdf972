import { resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';

const FOLDER = resolve(__dirname, '../../build/screenshots');

/**
 * Stores a picture of a page or of a part of it, for people. Tests do not use it, so it is made only if SCREENSHOTS is
 * set.
 */
export async function keepScreenshot(shown: Page | Locator, name: string, fullPage = true): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  const path = `${FOLDER}/${name}.png`;
  await ('goto' in shown ? shown.screenshot({ path, fullPage }) : shown.screenshot({ path }));
}
