import { CarrierNoAnswer } from './carrier-errors';

/** Downloads a file from its link. @throws CarrierNoAnswer when the link does not return the file */
export async function downloadedFile(seller: string, answer: Promise<Response>): Promise<Buffer> {
  try {
    const response = await answer;
    if (!response.ok) throw new Error(`The file's link answered ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw new CarrierNoAnswer(seller, error);
  }
}
