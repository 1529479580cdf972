import { CarrierNoAnswer } from './carrier-errors';

/** @throws CarrierNoAnswer unless the link of a file answers with it */
export async function downloadedFile(seller: string, answer: Promise<Response>): Promise<Buffer> {
  try {
    const response = await answer;
    if (!response.ok) throw new Error(`The file's link answered ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw new CarrierNoAnswer(seller, error);
  }
}
