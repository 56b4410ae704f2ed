import { definePlugin, implementPlugin } from '@recado/sdk'
import { minimal } from '../../minimal.ts'

/** A provider of language models by somebody else, in one file: it repeats what was said last. */
export default implementPlugin(definePlugin({ ...minimal('oracle'), provides: ['model'] }), {
  services: {
    model: {
      complete: async ({ turns, purpose }) => ({
        text: `Ouvi: ${turns.at(-1)!.text} (${purpose})`,
        calls: [],
        model: 'oracle-1',
        cut: false,
        tokens: { input: 1, output: 1 },
      }),
    },
  },
})
