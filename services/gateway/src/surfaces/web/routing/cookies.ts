import type { Context } from 'koa';

export interface CookieJar {
  read(ctx: Context): string | undefined;
  /** @param expires if absent, the cookie ends when the browser is closed */
  write(ctx: Context, value: string, expires?: Date): void;
  clear(ctx: Context): void;
}

const VALUE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns a cookie for a text of 256 random bits. With https, the cookie's name begins with `__Host-`, so that neither
 * other hosts of the domain nor plain http can set the cookie.
 */
export function cookieJar(name: string, baseUrl: string): CookieJar {
  const { protocol, port } = new URL(baseUrl);
  const secure = protocol === 'https:';
  // Browsers share cookies between all ports of a machine. The cookie's name contains the port, so that two stacks on
  // one machine have separate cookies.
  const full = secure ? `__Host-${name}` : [name, port].filter((part) => part !== '').join('_');
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read: (ctx) => {
      const value = valueIn(ctx.get('cookie'), full);
      return value !== undefined && VALUE.test(value) ? value : undefined;
    },
    write: (ctx, value, expires) => {
      const until = expires ? `; Expires=${expires.toUTCString()}` : '';
      ctx.append('set-cookie', `${full}=${value}; ${attributes}${until}`);
    },
    clear: (ctx) => {
      ctx.append('set-cookie', `${full}=; ${attributes}; Expires=${new Date(0).toUTCString()}`);
    },
  };
}

const valueIn = (header: string, name: string): string | undefined =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
