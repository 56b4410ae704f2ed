import type { Locale } from '@recado/sdk'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import ptBR from '../locales/pt-BR.json' with { type: 'json' }
import ru from '../locales/ru.json' with { type: 'json' }

/** Words of the plugin for what the server writes: headings and states in files. */
export const wordsOf: Readonly<
  Record<Locale, Pick<typeof en, 'behind' | 'columns' | 'figureFile' | 'figures' | 'letter' | 'paper' | 'status'>>
> = {
  'pt-BR': ptBR,
  en,
  es,
  ru,
}
