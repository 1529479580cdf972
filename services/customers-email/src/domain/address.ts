/** A postal address with the person to reach there, as a caller gives it. */
export interface Address {
  name: string;
  firstName: string;
  lastName: string;
  company: string;
  street1: string;
  street2: string;
  street3: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  phone: string;
  email: string;
}
