import type { Finding } from './address-check';
import type { PostalAddress } from './postal-address';

/**
 * The sandbox's ZIPs 00001–00006 have fixed results, whatever the rest of the address is. Returns undefined for other
 * ZIPs.
 */
export function specialZip(address: PostalAddress): readonly Finding[] | undefined {
  return FINDINGS[address.zip.slice(0, 5)];
}

/** True for the sandbox's special ZIPs. For rates, such a ZIP counts as a place in the middle of the country. */
export const isSpecialZip = (zip: string): boolean => FINDINGS[zip.trim().slice(0, 5)] !== undefined;

const FINDINGS: Readonly<Record<string, readonly Finding[]>> = {
  '00001': [
    {
      status: 'error',
      message: { code: 'address_not_found', field: 'street1', message: 'Address not found.', suggestion: '' },
    },
  ],
  '00002': [
    {
      status: 'corrected',
      message: {
        code: 'zip_corrected',
        field: 'zip',
        message: 'The ZIP was completed to 00002-0200.',
        suggestion: '00002-0200',
      },
      changes: { zip: '00002-0200' },
    },
  ],
  '00003': [
    {
      status: 'warning',
      message: {
        code: 'suite_missing',
        field: 'street2',
        message: 'This building has several units: an apartment or suite number is missing.',
        suggestion: 'Add the apartment or suite number.',
      },
    },
  ],
  '00004': [],
  '00005': [],
  '00006': [],
};
