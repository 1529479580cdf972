import type { LabelFile } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { LabelFileStore, LinkSigner } from '../ports';

/** The file behind a signed link. @throws DomainError not_found, alike for a forged link and a file that is gone */
export async function getLabelFile(
  { links, files }: { links: LinkSigner; files: LabelFileStore },
  token: string,
): Promise<LabelFile> {
  const id = links.verify(token);
  const file = id && (await files.get(id));
  if (!file) throw new DomainError('not_found', 'There is no such label file.');
  return { content: file.content, contentType: file.contentType, fileName: file.fileName };
}
