/** What a plugin's author gives to {@link pluginConformance}. */
export interface PluginConformanceOptions {
  /** The plugin's folder: `import.meta.dirname` in its `conformance.test.ts`. Its name has to be the plugin's id. */
  readonly folder: string
  /** The default export of `src/ui/panels.ts`. Wanted of plugins with pages or slots. */
  readonly panels?: { readonly panels: Readonly<Record<string, unknown>> }
  /** The steps that `check` of the channels can name as broken; each needs words. Wanted of plugins with channels. */
  readonly steps?: readonly string[]
  /** Settings as an administrator would fill them in, secrets included. Wanted where a setting is required. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Hosts of addresses in the code that people follow and the server never calls: documentation, a console. */
  readonly links?: readonly string[]
}
