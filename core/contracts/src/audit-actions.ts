import type { Localized } from './locale.ts'

const words = (ptBR: string, en: string, es: string, ru: string): Localized => ({ 'pt-BR': ptBR, en, es, ru })

/**
 * Everything the audit trail can say, in words: core writes no other action, and none stands here that core does not
 * write. Read by the screen of the trail and by its export.
 */
export const auditActions = {
  'session.begin': words('Entrou no sistema', 'Signed in', 'Inició sesión', 'Вход в систему'),
  'session.end': words('Saiu do sistema', 'Signed out', 'Cerró sesión', 'Выход из системы'),
  'session.replay': words('Sessão encerrada: credencial antiga reutilizada', 'Session ended: an old credential was used again', 'Sesión cerrada: se reutilizó una credencial antigua', 'Сессия завершена: повторно использованы старые данные входа'),
  'queues.create': words('Criou uma fila', 'Created a queue', 'Creó una cola', 'Создана очередь'),
  'queues.update': words('Alterou uma fila', 'Changed a queue', 'Modificó una cola', 'Изменена очередь'),
  'queues.delete': words('Excluiu uma fila', 'Deleted a queue', 'Eliminó una cola', 'Удалена очередь'),
  'tags.create': words('Criou uma etiqueta', 'Created a tag', 'Creó una etiqueta', 'Создана метка'),
  'tags.update': words('Alterou uma etiqueta', 'Changed a tag', 'Modificó una etiqueta', 'Изменена метка'),
  'tags.delete': words('Excluiu uma etiqueta', 'Deleted a tag', 'Eliminó una etiqueta', 'Удалена метка'),
  'settings.change': words('Alterou uma configuração', 'Changed a setting', 'Cambió una configuración', 'Изменена настройка'),
  'platform.settings': words('Alterou as configurações globais', 'Changed the global settings', 'Cambió la configuración global', 'Изменены глобальные настройки'),
  'connection.create': words('Criou um canal', 'Created a channel', 'Creó un canal', 'Создан канал'),
  'connection.update': words('Alterou um canal', 'Changed a channel', 'Modificó un canal', 'Изменён канал'),
  'connection.delete': words('Excluiu um canal', 'Deleted a channel', 'Eliminó un canal', 'Удалён канал'),
  'connection.connect': words('Conectou um canal', 'Connected a channel', 'Conectó un canal', 'Подключён канал'),
  'connection.disconnect': words('Desconectou um canal', 'Disconnected a channel', 'Desconectó un canal', 'Отключён канал'),
  'connection.reset': words('Reiniciou um canal do zero', 'Reset a channel', 'Restableció un canal', 'Канал сброшен'),
  'connection.newCode': words('Pediu um novo código para um canal', 'Asked for a new code for a channel', 'Pidió un código nuevo para un canal', 'Запрошен новый код канала'),
  'connection.transfer': words('Transferiu as conversas de um canal', 'Moved the conversations of a channel', 'Transfirió las conversaciones de un canal', 'Перенесены беседы канала'),
  'connection.import': words('Importou o histórico de um canal', 'Imported the history of a channel', 'Importó el historial de un canal', 'Импортирована история канала'),
  'connection.importCancel': words('Cancelou uma importação', 'Cancelled an import', 'Canceló una importación', 'Импорт отменён'),
  'contacts.merge': words('Uniu dois contatos', 'Merged two contacts', 'Unió dos contactos', 'Объединены два контакта'),
  'contacts.unmerge': words('Desfez a união de contatos', 'Undid a merge of contacts', 'Deshizo la unión de contactos', 'Отменено объединение контактов'),
  'tickets.delete': words('Excluiu um atendimento', 'Deleted a ticket', 'Eliminó una atención', 'Удалено обращение'),
  'message.edit': words('Editou uma mensagem', 'Edited a message', 'Editó un mensaje', 'Изменено сообщение'),
  'message.delete': words('Apagou uma mensagem', 'Deleted a message', 'Eliminó un mensaje', 'Удалено сообщение'),
  'plugin.install': words('Instalou um plugin', 'Installed a plugin', 'Instaló un plugin', 'Установлен плагин'),
  'plugin.remove': words('Removeu um plugin', 'Removed a plugin', 'Quitó un plugin', 'Удалён плагин'),
  'plugin.erase': words('Apagou os dados de um plugin', 'Erased the data of a plugin', 'Borró los datos de un plugin', 'Стёрты данные плагина'),
  'plugin.enable': words('Ativou um plugin', 'Switched a plugin on', 'Activó un plugin', 'Плагин включён'),
  'plugin.disable': words('Desativou um plugin', 'Switched a plugin off', 'Desactivó un plugin', 'Плагин выключен'),
  'plugin.settings': words('Alterou as configurações de um plugin', 'Changed the settings of a plugin', 'Cambió la configuración de un plugin', 'Изменены настройки плагина'),
  'publisher.trust': words('Passou a confiar em um publicador', 'Trusted a publisher', 'Confió en un editor', 'Издатель признан доверенным'),
  'publisher.distrust': words('Deixou de confiar em um publicador', 'Stopped trusting a publisher', 'Dejó de confiar en un editor', 'Доверие к издателю отозвано'),
  'deadLetter.replay': words('Reprocessou um evento que falhou', 'Replayed an event that failed', 'Reprocesó un evento fallido', 'Повторно обработано неудавшееся событие'),
  'deadLetter.discard': words('Descartou um evento que falhou', 'Discarded an event that failed', 'Descartó un evento fallido', 'Отброшено неудавшееся событие'),
  'audit.export': words('Exportou a trilha de auditoria', 'Exported the audit trail', 'Exportó el registro de auditoría', 'Выгружен журнал аудита'),
  'privacy.export': words('Pediu a exportação dos dados de um contato', 'Asked for the data of a contact', 'Pidió los datos de un contacto', 'Запрошена выгрузка данных контакта'),
  'privacy.download': words('Baixou os dados de um contato', 'Downloaded the data of a contact', 'Descargó los datos de un contacto', 'Скачаны данные контакта'),
  'privacy.erase': words('Pediu para apagar os dados de um contato', 'Asked to erase the data of a contact', 'Pidió borrar los datos de un contacto', 'Запрошено стирание данных контакта'),
  'privacy.erased': words('Os dados de um contato foram apagados', 'The data of a contact were erased', 'Se borraron los datos de un contacto', 'Данные контакта стёрты'),
} as const satisfies Readonly<Record<string, Localized>>

/** An act that leaves a trace. */
export type AuditAction = keyof typeof auditActions
