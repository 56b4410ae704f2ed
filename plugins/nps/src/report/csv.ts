import type { Locale } from '@recado/sdk'
import type { Answer } from './report.ts'

const headings: Readonly<Record<Locale, readonly string[]>> = {
  'pt-BR': ['Enviada em', 'Contato', 'Protocolo', 'Fila', 'Atendente', 'Conexão', 'Situação', 'Nota', 'Comentário'],
  en: ['Sent at', 'Contact', 'Protocol', 'Queue', 'Agent', 'Connection', 'State', 'Grade', 'Comment'],
  es: ['Enviada el', 'Contacto', 'Protocolo', 'Cola', 'Agente', 'Conexión', 'Estado', 'Nota', 'Comentario'],
  ru: ['Отправлено', 'Контакт', 'Номер', 'Очередь', 'Оператор', 'Подключение', 'Состояние', 'Оценка', 'Комментарий'],
}
const states: Readonly<Record<Locale, Readonly<Record<NonNullable<Answer['outcome']> | 'waiting', string>>>> = {
  'pt-BR': {
    waiting: 'Aguardando',
    answered: 'Respondida',
    invalid: 'Resposta inválida',
    timedOut: 'Sem resposta',
    undelivered: 'Não entregue',
  },
  en: {
    waiting: 'Waiting',
    answered: 'Answered',
    invalid: 'Invalid reply',
    timedOut: 'No reply',
    undelivered: 'Not delivered',
  },
  es: {
    waiting: 'Esperando',
    answered: 'Respondida',
    invalid: 'Respuesta inválida',
    timedOut: 'Sin respuesta',
    undelivered: 'No entregada',
  },
  ru: {
    waiting: 'Ожидает',
    answered: 'Есть ответ',
    invalid: 'Неверный ответ',
    timedOut: 'Нет ответа',
    undelivered: 'Не доставлено',
  },
}

/** A cell of a table. What a spreadsheet would compute is a text; quotes are doubled. */
export function cell(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r\n|%]/u.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** A table of answers, which spreadsheets open as it is: a mark of its encoding, CRLF, every cell quoted. */
export function csvOf(answers: readonly Answer[], { timeZone, locale }: { timeZone: string; locale: Locale }): string {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const rows = answers.map((answer) => [
    time.format(new Date(answer.askedAt)),
    answer.contact,
    answer.protocol,
    answer.queue ?? '',
    answer.user ?? '',
    answer.connection,
    states[locale][answer.outcome ?? 'waiting'],
    answer.grade === null ? '' : String(answer.grade),
    answer.comment ?? '',
  ])
  return `\uFEFF${[headings[locale], ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
