import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import type { ChannelSecurity } from './channel-security';
import type { LogRefusal } from './log-refusals';

const HEALTH = '/grpc.health.v1.Health/';

/**
 * Refuses a call when its caller's name is not signed with the secret, before the message is read. Health calls need no
 * signature.
 */
export function secretInterceptor({ isTrusted }: ChannelSecurity, logRefusal: LogRefusal): ServerInterceptor {
  return (method, call) =>
    method.path.startsWith(HEALTH)
      ? new ServerInterceptingCall(call)
      : new ServerInterceptingCall(call, {
          start: (next) =>
            next({
              onReceiveMetadata: (metadata, proceed) => {
                if (isTrusted(metadata)) return proceed(metadata);
                logRefusal('unknown caller', { method: method.path, peer: call.getPeer() });
                call.sendStatus({ code: status.UNAUTHENTICATED, details: 'The caller is not known here.' });
              },
            }),
        });
}
