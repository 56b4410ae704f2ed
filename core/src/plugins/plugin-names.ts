/** The scope under which the vault keeps a plugin's own secrets; a connection's are kept under the connection's id. */
export const pluginScope = 'plugin'

/** Namespace of a plugin's texts in the shell. */
export const namespaceOf = (plugin: string): string => `plugin.${plugin}`
