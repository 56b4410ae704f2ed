import * as z from 'zod'

/** What a column of a table can be. */
export const tableFields = [
  'ignore',
  'contactId',
  'contactName',
  'contactNumber',
  'contactEmail',
  'contactTags',
  'ticketId',
  'ticketStatus',
  'ticketQueue',
  'ticketTags',
  'ticketOpened',
  'ticketClosed',
  'user',
  'messageId',
  'messageText',
  'messageTime',
  'messageDirection',
  'messageQuoted',
] as const
/** One of {@link tableFields}. */
export type TableField = (typeof tableFields)[number]

/** The zone of times that say none, such as `-03:00`. */
export const UtcOffset = z
  .string()
  .trim()
  .regex(/^[+-](0\d|1[0-4]):[0-5]\d$/)

/** A table that was uploaded, and what it means. */
export const TableChoice = z.object({
  file: z.uuid(),
  /** Under which its ids are known: the same name and id are the same thing, in whatever file. */
  name: z.string().trim().min(1).max(100),
  /** What each column is, in order. */
  columns: z.array(z.enum(tableFields)).max(100),
  dates: z.enum(['dmy', 'mdy']).default('dmy'),
  utcOffset: UtcOffset.default('-03:00'),
})
/** See {@link TableChoice}. */
export type TableChoice = z.output<typeof TableChoice>

/** The one connection that a table has in a mapping. */
export const tableConnection = 'table'

/** Whether the columns say enough: each but `ignore` once, and whom a row is of. */
export function isEnough(columns: readonly TableField[]): boolean {
  const used: readonly TableField[] = columns.filter((field) => field !== 'ignore')
  const has = (...fields: TableField[]): boolean => fields.some((field) => used.includes(field))
  const isOfMessages = has('messageId', 'messageText', 'messageTime', 'ticketStatus', 'ticketOpened')
  return (
    new Set(used).size === used.length &&
    has('contactId', 'contactName', 'contactNumber', 'contactEmail') &&
    (has('ticketId') || !isOfMessages)
  )
}

const guesses: readonly (readonly [TableField, RegExp])[] = [
  ['messageId', /^(id (da )?mensagem|mensagem id|message ?id|id del mensaje)$/],
  [
    'ticketId',
    /^(ticket|atendimento|protocolo|protocol|conversa|conversation|chamado)( ?id)?$|^id (do )?(ticket|atendimento)$/,
  ],
  ['contactId', /^(id (do )?contato|contact ?id|id del contacto)$/],
  ['contactNumber', /^(numero|telefone|celular|whatsapp|phone|number|telefono|fone)( (do )?(contato|cliente))?$/],
  ['contactEmail', /^e ?mail( (do )?(contato|cliente))?$/],
  ['contactName', /^(nome|name|contato|cliente|contact|customer|nombre)( (do )?(contato|cliente))?$/],
  ['ticketStatus', /^(status|situacao|estado|state)$/],
  ['ticketQueue', /^(fila|queue|setor|departamento|cola)$/],
  ['ticketTags', /^(tags?|etiquetas?|labels?)$/],
  ['ticketOpened', /^(aberto em|abertura|criado em|created ?at|opened ?at)$/],
  ['ticketClosed', /^(fechado em|fechamento|encerrado em|closed ?at)$/],
  ['user', /^(usuario|atendente|agente?|user|operador)$/],
  ['messageText', /^(mensagem|texto|message|text|body|conteudo|mensaje)$/],
  ['messageTime', /^(data|hora|data hora|date|time|timestamp|enviad[ao] em|sent ?at|fecha)$/],
  ['messageDirection', /^(direcao|sentido|direction|from ?me|tipo|de quem)$/],
]

/** What the columns may be by their headings. */
export function guessColumns(headings: readonly string[]): TableField[] {
  const taken = new Set<TableField>()
  return headings.map((heading) => {
    const plain = heading
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[_\-./:]+/g, ' ')
      .trim()
    const [field] = guesses.find(([one, words]) => !taken.has(one) && words.test(plain)) ?? ['ignore' as const]
    if (field !== 'ignore') taken.add(field)
    return field
  })
}
