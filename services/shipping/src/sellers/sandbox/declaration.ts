import { seconds } from '@parcelyard/service-kit/config';
import type { SellerDeclaration } from '../seller-declaration';

export const sandbox = {
  name: 'sandbox',
  title: 'the sandbox',
  sells: 'sample labels that no carrier accepts',
  isReal: false,
  carriers: ['usps', 'ups', 'fedex'],
  variables: {
    /** Seconds between two scans of a sandbox carrier. */
    SANDBOX_SCAN_INTERVAL_S: seconds(3_600),
  },
  secrets: {},
  egressPorts: [],
} as const satisfies SellerDeclaration;
