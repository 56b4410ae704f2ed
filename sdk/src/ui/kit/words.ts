import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import ptBR from './locales/pt-BR.json' with { type: 'json' }
import ru from './locales/ru.json' with { type: 'json' }

/** i18n namespace of the kit's own few words. */
export const kitNamespace = 'kit'
/** Its bundles by language; the shell hands them to i18next before the first render. */
export const kitWords = { 'pt-BR': ptBR, en, es, ru } as const

export const useKitWords = (): TFunction<typeof kitNamespace> => useTranslation(kitNamespace).t
