import { CarrierNoAnswer } from './carrier-errors';

/** The content of an answer or of a webhook event. Undefined when it is not JSON. */
export function parseJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** An answer's status and JSON. @throws CarrierNoAnswer when no answer came */
export async function readAnswer(seller: string, answer: Promise<Response>) {
  try {
    const response = await answer;
    return { status: response.status, content: parseJson(await response.text()) };
  } catch (error) {
    throw new CarrierNoAnswer(seller, error);
  }
}
