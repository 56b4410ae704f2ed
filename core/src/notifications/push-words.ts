import type { Locale } from '@recado/contracts'

/** What a notification says beside what the contact wrote. It is read outside of the shell, so its words stand with the server. */
export interface PushWords { readonly newMessage: string; readonly transferred: string; readonly woken: string; readonly test: { readonly title: string; readonly body: string } }

export const pushWords: Record<Locale, PushWords> = {
  'pt-BR': { newMessage: 'Nova mensagem', transferred: 'Conversa transferida para você', woken: 'Voltou da espera', test: { title: 'Notificações ativadas', body: 'É assim que você será avisado de novas mensagens.' } },
  en: { newMessage: 'New message', transferred: 'Conversation transferred to you', woken: 'Back from snooze', test: { title: 'Notifications are on', body: 'This is how you will be told about new messages.' } },
  es: { newMessage: 'Nuevo mensaje', transferred: 'Conversación transferida a ti', woken: 'Volvió de la espera', test: { title: 'Notificaciones activadas', body: 'Así te avisaremos de los nuevos mensajes.' } },
  ru: { newMessage: 'Новое сообщение', transferred: 'Вам передали разговор', woken: 'Снова в работе', test: { title: 'Уведомления включены', body: 'Так вы будете узнавать о новых сообщениях.' } },
}
