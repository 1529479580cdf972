import { CLIENT_PATH } from '../../../../rest/client-download';
import type { Walk } from './walk-step-names';

/** The steps for a file `label.mjs`. The first step is for the terminal. */
export const TYPESCRIPT_WALK: Walk = {
  setUp: `mkdir parcelyard-label && cd parcelyard-label
npm init --yes > /dev/null
npm install "$BASE_URL${CLIENT_PATH}"`,

  order: `import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { Parcelyard } from "@parcelyard/client";

const { BASE_URL = "", ACCESS_TOKEN } = process.env;
const parcelyard = new Parcelyard({ baseUrl: BASE_URL, accessToken: ACCESS_TOKEN });

const { result: order } = await parcelyard.createOrder({
  invoiceNumber: \`INV-\${Date.now()}\`,
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  address1: "350 5th Ave",
  city: "New York",
  state: "NY",
  zip: "10118",
  country: "US",
  items: [{ itemCode: "MUG", quantity: 2, price: 12.5 }],
});
console.log(\`Order \${order.id}\`);`,

  rates: `const { result: rating } = await parcelyard.shippingInfo({
  orderId: order.id,
  weightOz: 12,
  length: 8,
  width: 6,
  height: 4,
});
const [cheapest] = rating.rates;
console.log(\`\${cheapest.method}: \${cheapest.amount} dollars\`);`,

  purchase: `const { result: label } = await parcelyard.purchaseLabel(
  {
    orderId: order.id,
    packageId: rating.packageId,
    rateId: cheapest.rateId,
    method: cheapest.method,
    serviceLevel: cheapest.serviceLevel,
    maxCharge: 20,
  },
  { idempotencyKey: randomUUID() },
);
console.log(\`Tracking number \${label.trackingNumber}, charged \${label.totalCharge} dollars\`);`,

  tracking: `const { result: tracking } = await parcelyard.getTracking(order.id);
console.log(tracking.orderStatus);`,

  print: `if (label.labelUrl) {
  const pdf = await fetch(label.labelUrl);
  await writeFile("label.pdf", Buffer.from(await pdf.arrayBuffer()));
}`,

  void: `const { result: voided } = await parcelyard.voidLabel(order.id);
console.log(voided.refundStatus);`,
};
