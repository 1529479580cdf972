export interface View {
  readonly title: string;
  readonly description: string;
  /** The tools whose answers the view shows. */
  readonly tools: readonly string[];
}

/** The views (small pages inside a chat), by name. Each one is a folder of `services/gateway/views`. */
export const VIEWS = {
  rates: {
    title: 'Carrier rates',
    description: 'Compares the rates of an order and shows the purchase of the chosen one.',
    tools: ['get_rates'],
  },
  label: {
    title: 'Shipping label',
    description: 'A label with its files and the scans of its parcel.',
    tools: ['get_label', 'track_order'],
  },
  batch: {
    title: 'Batch purchase',
    description: 'The orders of a batch, its progress and its problems.',
    tools: ['trigger_batch_purchase', 'get_batch_status'],
  },
  orders: {
    title: 'Orders',
    description: 'Orders in pages; ready-to-ship ones can be chosen for a batch.',
    tools: ['list_orders'],
  },
  reports: {
    title: 'Shipping reports',
    description: 'Spend by month, and labels by day, carrier and destination.',
    tools: ['get_shipping_report', 'get_shipping_analytics'],
  },
  waiting: {
    title: 'Purchase',
    description: "A purchase that waits for the user's click or for the owner's approval, then its label.",
    tools: ['buy_label'],
  },
} as const satisfies Readonly<Record<string, View>>;

export type ViewName = keyof typeof VIEWS;

export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];

export const viewUri = (name: ViewName): string => `ui://parcelyard/${name}`;

const byTool = new Map<string, ViewName>(
  VIEW_NAMES.flatMap((name) => VIEWS[name].tools.map((tool) => [tool, name] as const)),
);

/** Returns the URI of the view that shows a tool's answers. */
export function viewOfTool(tool: string): string | undefined {
  const name = byTool.get(tool);
  return name && viewUri(name);
}
