import type { Message } from '@recado/sdk'
import type { Context } from '../context.ts'
import { transcribe } from '../models/ask.ts'
import { ModelFailure } from '../models/model-failure.ts'
import { audioOf } from './audio-of.ts'
import { keepTranscript } from './keep-transcript.ts'
import { beginWords, readWords, type Words } from './words-store.ts'

/** What providers take of one file. */
const mostBytes = 25_000_000

/** Providers know a file's type by the end of its name; `ogg` is what voice messages are. */
const nameFor = (mime: string): string => {
  const ends: Readonly<Record<string, string>> = {
    'audio/mpeg': 'mp3',
    'audio/mp4': 'm4a',
    'audio/wav': 'wav',
    'audio/webm': 'webm',
    'audio/flac': 'flac',
  }
  return `voice.${ends[mime.split(';')[0]!.trim()] ?? 'ogg'}`
}

/** Writes out what was spoken in a message, once: what is there is answered. A failure is kept with its reason. */
export async function transcribeMessage(ctx: Context, message: Message): Promise<Words | undefined> {
  const part = audioOf(message)
  if (part?.kind !== 'media') return undefined
  const { id: messageId, ticketId, contactId } = message
  const begun = await ctx.db.transaction((tx) =>
    beginWords(tx, ctx.tenant, { messageId, ticketId, contactId }, 'transcript', false),
  )
  if (begun) {
    await ctx.core.tickets.announce(ticketId)
    const made = await heard(ctx, part, { id: ticketId, contactId })
    await keepTranscript(ctx, messageId, made)
    await ctx.core.tickets.announce(ticketId)
  }
  return ctx.db.transaction((tx) => readWords(tx, ctx.tenant, messageId, 'transcript'))
}

async function heard(
  ctx: Context,
  { media, mime, bytes = 0 }: Extract<Message['parts'][number], { kind: 'media' }>,
  ticket: { id: Message['ticketId']; contactId: string },
) {
  try {
    if (bytes > mostBytes) throw new ModelFailure('ERR_AI_TOO_LONG')
    const { stream } = await ctx.media.open(media)
    const file = { bytes: new Uint8Array(await new Response(stream).arrayBuffer()), name: nameFor(mime), mime }
    return await transcribe(ctx, file, { purpose: 'transcription', ticket })
  } catch (error) {
    if (!(error instanceof ModelFailure)) ctx.log.warn({ error }, 'a voice message was not transcribed')
    return { failure: error instanceof ModelFailure ? error.code : 'ERR_TRANSCRIPTION' }
  }
}
