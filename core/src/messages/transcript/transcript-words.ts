import type { Locale, MediaKind } from '@recado/contracts'

/** The words of a written conversation. It is read outside of the shell, so they stand with the server. */
export interface TranscriptWords {
  readonly title: string
  readonly contact: string
  readonly protocol: string
  readonly channel: string
  readonly period: string
  readonly exported: (by: string, at: string) => string
  readonly page: (number: number) => string
  readonly team: string
  readonly deleted: string
  readonly edited: string
  readonly notSent: string
  readonly empty: string
  readonly kinds: Readonly<Record<MediaKind | 'location' | 'contacts' | 'unsupported', string>>
}

export const transcriptWords: Readonly<Record<Locale, TranscriptWords>> = {
  'pt-BR': {
    title: 'Conversa',
    contact: 'Contato',
    protocol: 'Protocolo',
    channel: 'Canal',
    period: 'Período',
    exported: (by, at) => `Exportada por ${by} em ${at}`,
    page: (number) => `Página ${number}`,
    team: 'Equipe',
    deleted: 'Mensagem apagada',
    edited: 'editada',
    notSent: 'não enviada',
    empty: 'Esta conversa não tem mensagens.',
    kinds: {
      image: 'Imagem',
      video: 'Vídeo',
      audio: 'Áudio',
      voice: 'Mensagem de voz',
      document: 'Documento',
      sticker: 'Figurinha',
      location: 'Localização',
      contacts: 'Contato',
      unsupported: 'Conteúdo não exibido',
    },
  },
  en: {
    title: 'Conversation',
    contact: 'Contact',
    protocol: 'Protocol',
    channel: 'Channel',
    period: 'Period',
    exported: (by, at) => `Exported by ${by} on ${at}`,
    page: (number) => `Page ${number}`,
    team: 'Team',
    deleted: 'Deleted message',
    edited: 'edited',
    notSent: 'not sent',
    empty: 'This conversation has no messages.',
    kinds: {
      image: 'Picture',
      video: 'Video',
      audio: 'Audio',
      voice: 'Voice message',
      document: 'Document',
      sticker: 'Sticker',
      location: 'Location',
      contacts: 'Contact',
      unsupported: 'Content not shown',
    },
  },
  es: {
    title: 'Conversación',
    contact: 'Contacto',
    protocol: 'Protocolo',
    channel: 'Canal',
    period: 'Período',
    exported: (by, at) => `Exportada por ${by} el ${at}`,
    page: (number) => `Página ${number}`,
    team: 'Equipo',
    deleted: 'Mensaje eliminado',
    edited: 'editado',
    notSent: 'no enviado',
    empty: 'Esta conversación no tiene mensajes.',
    kinds: {
      image: 'Imagen',
      video: 'Video',
      audio: 'Audio',
      voice: 'Mensaje de voz',
      document: 'Documento',
      sticker: 'Sticker',
      location: 'Ubicación',
      contacts: 'Contacto',
      unsupported: 'Contenido no mostrado',
    },
  },
  ru: {
    title: 'Беседа',
    contact: 'Контакт',
    protocol: 'Протокол',
    channel: 'Канал',
    period: 'Период',
    exported: (by, at) => `Выгрузил(а) ${by}, ${at}`,
    page: (number) => `Страница ${number}`,
    team: 'Команда',
    deleted: 'Сообщение удалено',
    edited: 'изменено',
    notSent: 'не отправлено',
    empty: 'В этой беседе нет сообщений.',
    kinds: {
      image: 'Изображение',
      video: 'Видео',
      audio: 'Аудио',
      voice: 'Голосовое сообщение',
      document: 'Документ',
      sticker: 'Стикер',
      location: 'Местоположение',
      contacts: 'Контакт',
      unsupported: 'Содержимое не показано',
    },
  },
}
