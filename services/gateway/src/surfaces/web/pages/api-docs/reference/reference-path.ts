export const REFERENCE_PATH = '/public/docs/reference';
