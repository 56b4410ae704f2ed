import type { Locale } from '@recado/sdk'
import type { Answer } from './report.ts'

const headings: Readonly<Record<Locale, readonly string[]>> = {
  'pt-BR': ['Enviada em', 'Contato', 'Protocolo', 'Fila', 'Atendente', 'Canal', 'Situação', 'Nota', 'Comentário'],
  en: ['Sent at', 'Contact', 'Protocol', 'Queue', 'Agent', 'Channel', 'State', 'Grade', 'Comment'],
  es: ['Enviada el', 'Contacto', 'Protocolo', 'Cola', 'Agente', 'Canal', 'Estado', 'Nota', 'Comentario'],
  ru: ['Отправлено', 'Контакт', 'Номер', 'Очередь', 'Оператор', 'Канал', 'Состояние', 'Оценка', 'Комментарий'],
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

/** A table of answers, in the language and by the clock of its reader. */
export function tableOf(
  answers: readonly Answer[],
  { timeZone, locale }: { timeZone: string; locale: Locale },
): { heading: readonly string[]; rows: string[][] } {
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
  return { heading: headings[locale], rows }
}
