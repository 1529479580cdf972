import { Operations } from './generated/operations';
import type { ParcelyardOptions } from './parcelyard-options';
import type { OperationRequest, WriteOptions } from './request';
import { createSend, type Waiting } from './send-request';

/** The REST API of Parcelyard: a method for each operation. */
export class Parcelyard extends Operations {
  readonly #send: ReturnType<typeof createSend>;

  constructor(options: ParcelyardOptions);
  /** @internal */
  constructor(options: ParcelyardOptions, waiting: Waiting);
  constructor(options: ParcelyardOptions, waiting?: Waiting) {
    super();
    this.#send = createSend(options, waiting);
  }

  protected override async send<Answer>(request: OperationRequest, options: WriteOptions): Promise<Answer> {
    return (await this.#send(request, options)) as Answer;
  }
}
