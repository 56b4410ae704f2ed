import type { ConnectionStatus, SessionState } from '@recado/contracts'

/** A reported state as the connection's row keeps it. */
export interface ConnectionState {
  readonly status: ConnectionStatus
  readonly detail: string | null
  readonly code: string | null
  readonly until: Date | null
  readonly qrcode: string | null
  readonly pairingCode: string | null
  readonly identity: string | undefined
}

/** The tenant's view of an adapter's reported state (S4-057…064). `detail` is for the channels screen. */
export function connectionStateOf(state: SessionState): ConnectionState {
  const asked = state.state === 'needsAction' ? state : undefined
  return {
    ...statusOf(state),
    code: 'code' in state ? (state.code ?? null) : null,
    until: asked?.until ?? (state.state === 'degraded' ? state.retryAt : undefined) ?? null,
    qrcode: asked?.qr ?? null,
    pairingCode: asked?.pairingCode ?? null,
    identity: state.state === 'connected' ? state.identity : undefined,
  }
}

function statusOf(state: SessionState): { status: ConnectionStatus; detail: string | null } {
  switch (state.state) {
    case 'stopped':
      return { status: 'inactive', detail: null }
    case 'starting':
      return { status: 'connecting', detail: null }
    case 'connected':
      return { status: 'connected', detail: null }
    case 'degraded':
      return { status: state.code === 'TIMEOUT' ? 'timeout' : 'disconnected', detail: state.message }
    case 'failed':
      return { status: 'disconnected', detail: state.message }
    case 'needsAction':
      if (state.reason === 'conflict' || state.reason === 'passkey') return { status: state.reason, detail: null }
      if (state.reason === 'relogin') return { status: 'disconnected', detail: null }
      return {
        status: state.qr === undefined && state.pairingCode === undefined ? 'pairing' : 'qrcode',
        detail: null,
      }
  }
}
