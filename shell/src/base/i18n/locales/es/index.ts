import kit from '@recado/sdk/ui/locales/es.json'
import attendance from './attendance.json'
import errors from './errors.json'
import notifications from './notifications.json'
import passkeys from './passkeys.json'
import settings from './settings.json'
import shell from './shell.json'

export const words = { shell, errors, attendance, notifications, passkeys, settings, kit }
