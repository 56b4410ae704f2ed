import type { ConnectionStatus, SessionState } from '@recado/contracts'

/** The tenant's view of an adapter's reported state (S4-057…064). `detail` is for the channels screen. */
export function connectionStatusOf(state: SessionState): {
  status: ConnectionStatus
  detail: string | null
  qrcode: string | null
  identity: string | undefined
} {
  const shown = statusOf(state)
  return {
    ...shown,
    qrcode: state.state === 'needsAction' ? (state.qr ?? null) : null,
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
      if (state.reason === 'conflict') return { status: 'conflict', detail: null }
      if (state.reason === 'relogin') return { status: 'disconnected', detail: null }
      return { status: state.qr === undefined ? 'pairing' : 'qrcode', detail: null }
  }
}
