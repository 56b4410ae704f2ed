import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import pt from './locales/pt-BR.json' with { type: 'json' }
import ru from './locales/ru.json' with { type: 'json' }

const namespace = 'templatePicker'
const bundles = { en, es, 'pt-BR': pt, ru }

/** Words of the picker, which come with its code: few open it. */
export function usePickerWords(): TFunction {
  const { i18n } = useTranslation()
  for (const [locale, words] of Object.entries(bundles))
    if (!i18n.hasResourceBundle(locale, namespace)) i18n.addResourceBundle(locale, namespace, words)
  return i18n.getFixedT(null, namespace)
}
