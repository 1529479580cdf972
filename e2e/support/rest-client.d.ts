/** One answer of the REST API. */
export interface RestAnswer {
    readonly status: number;
    readonly headers: Headers;
    readonly body: any;
}
export type RestClient = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<RestAnswer>;
/** Requests to `/public` as an integration sends them. */
export declare const createRestClient: (baseUrl: string, accessToken?: string) => RestClient;
/** What an order needs, with an invoice number of its own. */
export declare function anOrderBody(changes?: Record<string, unknown>): Record<string, unknown>;
