import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps';

/**
 * Uses the theme (light or dark) and the colours of the host (the chat program). The stylesheet has a default for each
 * colour.
 */
export function applyTheme({ theme, styles, safeAreaInsets }: McpUiHostContext): void {
  const root = document.documentElement;
  if (theme) root.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (value !== undefined && name.startsWith('--')) root.style.setProperty(name, value);
  }
  for (const [side, pixels] of Object.entries(safeAreaInsets ?? {})) {
    root.style.setProperty(`--inset-${side}`, `${pixels}px`);
  }
}
