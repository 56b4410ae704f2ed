/** Options of {@link pluginConformance}, from a plugin's author. */
export interface PluginConformanceOptions {
  /** The plugin's folder: `import.meta.dirname` in its `conformance.test.ts`. Its name has to be the plugin's id. */
  readonly folder: string
  /** The default export of `src/ui/panels.ts`. Required of plugins with pages or slots. */
  readonly panels?: { readonly panels: Readonly<Record<string, unknown>> }
  /**
   * The steps that `check` of the channels can report as broken; each needs texts. Required of plugins with channels.
   */
  readonly steps?: readonly string[]
  /** Settings as an administrator enters them, secrets included. Required if a setting is. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Settings of the installation as a master enters them, secrets included. */
  readonly platformSettings?: Readonly<Record<string, unknown>>
  /** Hosts of addresses in the code that people follow and the server never calls: documentation, a console. */
  readonly links?: readonly string[]
}
