import type { Walk } from './walk-step-names';

/** The steps for a file `label.py` or for interactive Python. The first step is for the terminal. */
export const PYTHON_WALK: Walk = {
  setUp: `python3 -c 'import requests' || python3 -m pip install requests`,

  order: `import os, time, uuid
import requests

base = os.environ["BASE_URL"] + "/public"
api = requests.Session()
api.headers["Authorization"] = "Bearer " + os.environ["ACCESS_TOKEN"]

def call(method, path, **request):
    answer = api.request(method, base + path, timeout=30, **request).json()
    if not answer["success"]:
        raise RuntimeError(answer["error"])
    return answer["result"]

order = call("POST", "/order", json={
    "invoiceNumber": f"INV-{time.time():.0f}",
    "firstName": "Ada",
    "lastName": "Lovelace",
    "email": "ada@example.com",
    "address1": "350 5th Ave",
    "city": "New York",
    "state": "NY",
    "zip": "10118",
    "country": "US",
    "items": [{"itemCode": "MUG", "quantity": 2, "price": 12.5}],
})
print("Order", order["id"])`,

  rates: `rating = call("POST", "/shipping-info", json={
    "orderId": order["id"], "weightOz": 12, "length": 8, "width": 6, "height": 4,
})
cheapest = rating["rates"][0]
print(cheapest["method"], cheapest["amount"], "dollars")`,

  purchase: `label = call("POST", "/purchase-label", headers={"Idempotency-Key": str(uuid.uuid4())}, json={
    "orderId": order["id"],
    "packageId": rating["packageId"],
    "rateId": cheapest["rateId"],
    "method": cheapest["method"],
    "serviceLevel": cheapest["serviceLevel"],
    "maxCharge": 20,
})
print("Tracking number", label["trackingNumber"], "charged", label["totalCharge"], "dollars")`,

  tracking: `tracking = call("GET", f"/order/{order['id']}/tracking")
print(tracking["orderStatus"])`,

  print: `with open("label.pdf", "wb") as file:
    file.write(requests.get(label["labelUrl"], timeout=30).content)`,

  void: `voided = call("POST", f"/order/{order['id']}/void-label")
print(voided["refundStatus"])`,
};
