import type { ContentKind, Locale } from '@recado/contracts'

type SentKind = Exclude<ContentKind, 'deleted'>

/** Before the words of what is not only words. */
export const contentSigns: Record<SentKind, string> = {
  image: '📷',
  video: '🎥',
  audio: '🎵',
  voice: '🎤',
  document: '📄',
  sticker: '💟',
  location: '📍',
  contacts: '👤',
}

/** Texts of notifications beside the contact's. They are read outside of the shell, so they are with the server. */
export interface PushWords {
  readonly newMessage: string
  readonly transferred: string
  readonly woken: string
  mentioned(by: string): string
  readonly content: Record<SentKind, string>
  readonly test: { readonly title: string; readonly body: string }
}

export const pushWords: Record<Locale, PushWords> = {
  'pt-BR': {
    newMessage: 'Nova mensagem',
    transferred: 'Conversa transferida para você',
    woken: 'Voltou da espera',
    mentioned: (by) => `${by} mencionou você`,
    content: {
      image: 'Foto',
      video: 'Vídeo',
      audio: 'Áudio',
      voice: 'Mensagem de voz',
      document: 'Documento',
      sticker: 'Figurinha',
      location: 'Localização',
      contacts: 'Contato',
    },
    test: { title: 'Notificações ativadas', body: 'É assim que você será avisado de novas mensagens.' },
  },
  en: {
    newMessage: 'New message',
    transferred: 'Conversation transferred to you',
    woken: 'Back from snooze',
    mentioned: (by) => `${by} mentioned you`,
    content: {
      image: 'Photo',
      video: 'Video',
      audio: 'Audio',
      voice: 'Voice message',
      document: 'Document',
      sticker: 'Sticker',
      location: 'Location',
      contacts: 'Contact',
    },
    test: { title: 'Notifications are on', body: 'This is how you will be told about new messages.' },
  },
  es: {
    newMessage: 'Nuevo mensaje',
    transferred: 'Conversación transferida a ti',
    woken: 'Volvió de la espera',
    mentioned: (by) => `${by} te mencionó`,
    content: {
      image: 'Foto',
      video: 'Vídeo',
      audio: 'Audio',
      voice: 'Mensaje de voz',
      document: 'Documento',
      sticker: 'Sticker',
      location: 'Ubicación',
      contacts: 'Contacto',
    },
    test: { title: 'Notificaciones activadas', body: 'Así te avisaremos de los nuevos mensajes.' },
  },
  ru: {
    newMessage: 'Новое сообщение',
    transferred: 'Вам передали разговор',
    woken: 'Снова в работе',
    mentioned: (by) => `Вас упоминает ${by}`,
    content: {
      image: 'Фото',
      video: 'Видео',
      audio: 'Аудио',
      voice: 'Голосовое сообщение',
      document: 'Документ',
      sticker: 'Стикер',
      location: 'Местоположение',
      contacts: 'Контакт',
    },
    test: { title: 'Уведомления включены', body: 'Так вы будете узнавать о новых сообщениях.' },
  },
}
