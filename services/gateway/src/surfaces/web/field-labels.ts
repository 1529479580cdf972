/** The labels of the forms' fields, by the field's name in the contract. */
const LABELS: Readonly<Record<string, string>> = {
  account_number: 'Account number',
  city: 'City',
  code: 'Code',
  company: 'Company',
  email: 'E-mail address',
  from: 'From',
  name: 'Name',
  new_password: 'New password',
  password: 'Password',
  phone: 'Phone',
  present_password: 'Current password',
  reply_to: 'Reply address',
  sender_name: "Sender's name",
  shop: 'Shop',
  state: 'State',
  status_after: 'New order status',
  store_name: 'Name of the store',
  street1: 'Street and number',
  street2: 'Apartment or suite',
  text: 'Search',
  time_zone: 'Time zone',
  to: 'To',
  url: 'URL',
  zip: 'ZIP code',
};

/** Returns the label of a form's field; for any other field, its name. */
export const fieldLabel = (path: string): string => LABELS[path.replace(/^ship_from\./, '')] ?? path;
