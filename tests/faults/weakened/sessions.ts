import { Sessions as Sound } from '../../../core/src/channels/sessions.ts'

export * from '../../../core/src/channels/sessions.ts'

/** Takes every provider for one that recognises a message that is sent again. */
export class Sessions extends Sound {
  override find(connectionId: string): ReturnType<Sound['find']> {
    const open = super.find(connectionId)
    return open && { ...open, idempotentSend: 'native' }
  }
}
