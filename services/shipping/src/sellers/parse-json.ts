import { CarrierNoAnswer } from './carrier-errors';

/** Parses the JSON of an answer or event. Returns undefined when the text is no JSON. */
export function parseJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Returns an answer's status and JSON. @throws CarrierNoAnswer when no answer came */
export async function readAnswer(seller: string, answer: Promise<Response>) {
  try {
    const response = await answer;
    return { status: response.status, content: parseJson(await response.text()) };
  } catch (error) {
    throw new CarrierNoAnswer(seller, error);
  }
}
