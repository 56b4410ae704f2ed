import { botOptionsPart, mint, numberedBotOptions, type MediaId, type Part } from '@recado/sdk'
import type { BotPart, SentMenu } from '../engine/state.ts'
import type { FlowPart } from '../graph/graph.ts'

/** A piece of a flow as core sends it; undefined for one without content. */
export function partOf(part: FlowPart | SentMenu | Exclude<BotPart, { kind: 'botFile' }>): Part | undefined {
  switch (part.kind) {
    case 'text':
      return { kind: 'text', text: part.text, format: 'markdown' }
    case 'media':
      return part.media === null
        ? undefined
        : {
            kind: 'media',
            as: part.as,
            media: mint<MediaId>(part.media),
            mime: part.mime,
            bytes: part.bytes,
            ...(part.name !== '' && { name: part.name }),
            ...(part.caption !== '' && { caption: part.caption }),
          }
    case 'location':
      return part.lat === null || part.lng === null
        ? undefined
        : {
            kind: 'location',
            lat: part.lat,
            lng: part.lng,
            ...(part.name !== '' && { name: part.name }),
            ...(part.address !== '' && { address: part.address }),
          }
    case 'contact':
      return { kind: 'contacts', contacts: [{ name: part.name, phones: [part.phone] }] }
    case 'poll':
      return pollPart(part)
    case 'menu':
      return menuPart(part)
    case 'botText':
      return { kind: 'text', text: part.text, format: part.format }
    case 'botOptions':
      return optionsPart(part)
  }
}

/** Undefined for one that no channel takes, as a draft may have it. */
function pollPart({ question, options, several }: Extract<FlowPart, { kind: 'poll' }>): Part | undefined {
  const shown = [...new Set(options.map((option) => option.trim()).filter(Boolean))]
  if (question.trim() === '' || shown.length < 2) return undefined
  return { kind: 'poll', question: question.trim(), options: shown, several }
}

function menuPart({ text, display, options }: SentMenu): Part {
  if (display === 'none') return { kind: 'text', text, format: 'markdown' }
  if (display === 'numbers') {
    const lines = options.map(({ label, hint }, at) => `${at + 1}. ${label}${hint === '' ? '' : ` – ${hint}`}`)
    return { kind: 'text', text: [text, lines.join('\n')].join('\n\n'), format: 'markdown' }
  }
  const choices = options.map(({ id, label, hint }) => ({ id, label, ...(hint !== '' && { hint }) }))
  return { kind: 'interactive', body: text, ...(display === 'buttons' ? { buttons: choices } : { list: choices }) }
}

function optionsPart({ text, question }: Extract<BotPart, { kind: 'botOptions' }>): Part {
  const shown = botOptionsPart(question, text)
  if (shown) return shown
  const lines = [text, numberedBotOptions(question.options)].filter((each) => each !== '')
  return { kind: 'text', text: lines.join('\n\n'), format: 'plain' }
}
