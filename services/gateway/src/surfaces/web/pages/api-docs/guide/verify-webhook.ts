import type { Language } from '../languages';
import goReceiver from './receivers/receiver.go';
import phpReceiver from './receivers/receiver.php';

/**
 * Code, in each language, which checks that an event is from us and recent. The code needs the bytes of the body
 * exactly as they were received.
 */
export const VERIFY_WEBHOOK: Readonly<Record<Language, string>> = {
  curl: `# verify TIMESTAMP SIGNATURE BODY_FILE: of X-Ship-Timestamp, X-Ship-Signature and the body
verify() {
  expected=$({ printf '%s.' "$1"; cat "$3"; } | openssl dgst -sha256 -hmac "$SIGNING_SECRET" -r | cut -d' ' -f1)
  case ",$2," in *",v1=$expected,"*) ;; *) return 1 ;; esac
  age=$(($(date +%s) - $1))
  [ "$age" -lt 300 ] && [ "$age" -gt -300 ]
}`,

  typescript: `import { verifyWebhook } from "@parcelyard/client";

export async function receive(headers, body) {
  // Throws when the signature is not ours, or is older than five minutes.
  const event = await verifyWebhook({ body, headers, signingSecret: process.env.SIGNING_SECRET });
  if (event.EventType === "label_printed") console.log(\`Order \${event.Id} has a label\`);
  return event;
}`,

  python: `import hashlib, hmac, json, os, time

def receive(headers, body):
    timestamp = headers["X-Ship-Timestamp"]
    secret = os.environ["SIGNING_SECRET"].encode()
    digest = hmac.new(secret, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    given = headers["X-Ship-Signature"].split(",")
    if not any(hmac.compare_digest("v1=" + digest, each.strip()) for each in given):
        raise ValueError("The signature is not ours.")
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("The delivery is older than five minutes.")
    event = json.loads(body)
    if event["EventType"] == "label_printed":
        print("Order", event["Id"], "has a label")
    return event`,

  go: goReceiver.trim(),
  php: phpReceiver.trim(),
};
