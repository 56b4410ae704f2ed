import { Refusal, type TenantId, type UserId, type Viewer } from '@recado/contracts'
import type { Standing } from './live-session.ts'
import { listen, type Listener } from './listen.ts'
import { createRateLimiter } from './rate.ts'
import type { BoundRoute } from './route.ts'
import { createHttp, type Http, type HttpOptions } from './server.ts'

export const ana = {
  tenantId: '01890000-0000-7000-8000-000000000001' as TenantId,
  userId: '01890000-0000-7000-8000-000000000002' as UserId,
  name: 'Ana',
  role: 'user',
  queueIds: [],
  locale: 'pt-BR',
  can: () => true,
} satisfies Viewer
/** Of somebody about whom there is nothing to say. */
export const standing: Standing = {
  consentVersion: null,
  confirmedAt: new Date(),
  blocked: false,
  mustEnrol: false,
  loginHours: null,
  timeZone: 'America/Sao_Paulo',
}
export const signedIn = { authorization: 'Bearer good' }

export interface Rig {
  readonly http: Http
  readonly logged: object[]
}

/** The HTTP face alone, for its own tests: one token that signs Ana in, and a log that is kept. */
export function rig(routes: readonly BoundRoute[], more: Partial<HttpOptions> = {}): Rig {
  const logged: object[] = []
  const http = createHttp({
    log: {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (facts) => void logged.push(facts),
    },
    metrics: { request: () => undefined },
    authenticator: {
      authenticate: async (headers) => {
        if (headers.get('authorization') !== signedIn.authorization) throw new Refusal('ERR_SESSION_ENDED')
        return { viewer: ana, sessionId: '01890000-0000-7000-8000-000000000003', standing }
      },
    },
    permits: (_viewer, permission) => permission !== 'users.manage',
    rate: createRateLimiter(),
    config: { publicUrl: undefined },
    ...more,
  })
  http.setRoutes(routes)
  return { http, logged }
}

/** The same on a port of this machine. */
export async function listeningRig(
  routes: readonly BoundRoute[],
  more: Partial<HttpOptions> = {},
): Promise<Rig & { readonly address: string; readonly listener: Listener; close(): Promise<void> }> {
  const made = rig(routes, more)
  const listener = await listen(made.http, { host: '127.0.0.1', port: 0 })
  return { ...made, listener, address: `http://127.0.0.1:${listener.port}`, close: () => listener.close(0) }
}
