import type { AutomationBlock } from '@recado/sdk'
import { useTranslation } from 'react-i18next'

/** Words of actions, which their plugins bring. Until these are loaded an action goes by its own name. */
export function useActionWords(actions: readonly AutomationBlock[]) {
  const { t, i18n, ready } = useTranslation([...new Set(actions.map(({ namespace }) => namespace))], {
    useSuspense: false,
  })
  return {
    isReady: ready,
    titleOf: ({ words, namespace, name }: AutomationBlock): string =>
      t(`${words}.title`, { ns: namespace, defaultValue: name }),
    helpOf: ({ words, namespace }: AutomationBlock): string => t(`${words}.help`, { ns: namespace, defaultValue: '' }),
    pluginOf: ({ pluginTitle, plugin }: AutomationBlock): string => pluginTitle[i18n.language] ?? plugin,
  }
}
