type CodeEditorModule = typeof import('./CodeEditor.tsx')

let loaded: CodeEditorModule | undefined

/** The code editor, once it has loaded. */
export const loadedCodeEditor = (): CodeEditorModule | undefined => loaded

/** Loads it when a visitor is about to use the editor. If it does not load, the text area stays. */
export async function loadCodeEditor(): Promise<CodeEditorModule> {
  loaded = await import('./CodeEditor.tsx')
  return loaded
}
