import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

/** i18n namespace of the kit's own few words; its bundles are `@recado/sdk/ui/locales/<locale>.json`. */
export const kitNamespace = 'kit'

export const useKitWords = (): TFunction<typeof kitNamespace> => useTranslation(kitNamespace).t
