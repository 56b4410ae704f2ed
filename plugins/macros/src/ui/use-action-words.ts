import { useTranslation } from 'react-i18next'
import type { OfferedAction } from '../macros/macro.ts'

/** Words of actions, which their plugins bring. Until these are loaded an action goes by its own name. */
export function useActionWords(actions: readonly OfferedAction[]) {
  const { t, i18n, ready } = useTranslation([...new Set(actions.map(({ namespace }) => namespace))], { useSuspense: false })
  return {
    isReady: ready,
    titleOf: ({ words, namespace, name }: OfferedAction): string => t(`${words}.title`, { ns: namespace, defaultValue: name }),
    helpOf: ({ words, namespace }: OfferedAction): string => t(`${words}.help`, { ns: namespace, defaultValue: '' }),
    pluginOf: ({ pluginTitle, plugin }: OfferedAction): string => pluginTitle[i18n.language] ?? plugin,
  }
}
