import { optionalChoice, recordId } from '../arguments/fields';

const CARRIERS = ['usps', 'ups', 'fedex'];
export const DEFAULT_CARRIER = 'usps';

export const carrier = () => optionalChoice(CARRIERS, 'Carrier that collects.', DEFAULT_CARRIER);

export const pickupId = () => recordId('Pickup', 'Integer pickup id from schedule_pickup or list_pickups.');
