import { CONFIRM_REFUSED, HAS_LABEL } from '../../src/values/preview-words';

/** The arguments of `buy_label` without `confirm`. */
export interface Choice {
  readonly order_id: number;
  readonly rate_id: string;
  readonly package_id: string;
  readonly method: string;
  readonly service_level: string;
  readonly itn?: string;
}

export interface Address {
  readonly name: string;
  readonly company: string | null;
  readonly street1: string | null;
  readonly street2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly country: string;
}

export interface AddressCheck {
  readonly status: string;
  readonly messages: readonly { readonly message: string }[];
}

/** The preview of `buy_label`. */
export interface Preview {
  readonly preview: true;
  readonly order_id: number;
  readonly return?: boolean;
  readonly method: string;
  readonly service_level: string;
  readonly ship_to: Address | null;
  readonly address_check: AddressCheck | null;
  readonly weight_oz: number | null;
  readonly estimated_delivery_date: string | null;
  readonly charges: readonly { readonly type: string; readonly name: string; readonly amount: number }[];
  readonly billed_by_carrier?: boolean;
  readonly postage: number;
  readonly total_charge: number;
  readonly current_balance: number;
  readonly balance_after: number;
  readonly auto_recharge_would_fire: boolean;
  readonly recharge_amount?: number;
  readonly declared_value: number | null;
  readonly customs_items: readonly {
    readonly description: string;
    readonly quantity: number;
    readonly value: number;
  }[];
  readonly warnings: readonly string[];
  readonly message: string;
}

/** The limits of this connection kind in `get_balance`; null when a limit is off. */
export interface SpendingLimits {
  readonly per_label: number | null;
  readonly per_day: number | null;
  readonly ask_above: number | null;
  readonly left_today: number | null;
}

/** What a click on the main button will do. */
export type Prospect = 'buys' | 'asks the owner' | 'is refused' | 'has its label';

export function prospectOf({ message, total_charge }: Preview, limits: SpendingLimits | undefined): Prospect {
  if (message.includes(HAS_LABEL)) return 'has its label';
  if (message.includes(CONFIRM_REFUSED)) return 'is refused';
  const askAbove = limits?.ask_above;
  return typeof askAbove === 'number' && total_charge > askAbove ? 'asks the owner' : 'buys';
}
