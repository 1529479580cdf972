import type { Walk } from './walk-step-names';

/** The steps for a POSIX shell. Answers are stored in files, and Python reads values from them. */
export const CURL_WALK: Walk = {
  setUp: `# Reads one value of an answer: value result.id < order.json
value() { python3 -c '
import json, sys
answer = json.load(sys.stdin)
if not answer["success"]: sys.exit(answer["error"])
for key in sys.argv[1].split("."):
    answer = answer[int(key)] if key.isdigit() else answer[key]
print(answer)' "$1"; }`,

  order: `curl -sS "$BASE_URL/public/order" -o order.json \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H 'Content-Type: application/json' -d @- <<JSON
{
  "invoiceNumber": "INV-$(date +%s)",
  "firstName": "Ada",
  "lastName": "Lovelace",
  "email": "ada@example.com",
  "address1": "350 5th Ave",
  "city": "New York",
  "state": "NY",
  "zip": "10118",
  "country": "US",
  "items": [{ "itemCode": "MUG", "quantity": 2, "price": 12.5 }]
}
JSON
ORDER_ID=$(value result.id < order.json)
echo "Order $ORDER_ID"`,

  rates: `curl -sS "$BASE_URL/public/shipping-info" -o rates.json \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H 'Content-Type: application/json' -d @- <<JSON
{ "orderId": $ORDER_ID, "weightOz": 12, "length": 8, "width": 6, "height": 4 }
JSON
PACKAGE_ID=$(value result.packageId < rates.json)
RATE_ID=$(value result.rates.0.rateId < rates.json)
METHOD=$(value result.rates.0.method < rates.json)
SERVICE_LEVEL=$(value result.rates.0.serviceLevel < rates.json)
echo "$METHOD: $(value result.rates.0.amount < rates.json) dollars"`,

  purchase: `IDEMPOTENCY_KEY=$(python3 -c 'import uuid; print(uuid.uuid4())')
curl -sS "$BASE_URL/public/purchase-label" -o label.json \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H "Idempotency-Key: $IDEMPOTENCY_KEY" \\
  -H 'Content-Type: application/json' -d @- <<JSON
{
  "orderId": $ORDER_ID,
  "packageId": "$PACKAGE_ID",
  "rateId": "$RATE_ID",
  "method": "$METHOD",
  "serviceLevel": "$SERVICE_LEVEL",
  "maxCharge": 20
}
JSON
echo "Tracking number $(value result.trackingNumber < label.json), charged $(value result.totalCharge < label.json) dollars"`,

  tracking: `curl -sS "$BASE_URL/public/order/$ORDER_ID/tracking" -o tracking.json \\
  -H "Authorization: Bearer $ACCESS_TOKEN"
value result.orderStatus < tracking.json`,

  print: `curl -sS "$(value result.labelUrl < label.json)" -o label.pdf
ls -l label.pdf`,

  void: `curl -sS -X POST "$BASE_URL/public/order/$ORDER_ID/void-label" -o void.json \\
  -H "Authorization: Bearer $ACCESS_TOKEN"
value result.refundStatus < void.json`,
};
