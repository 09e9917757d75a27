/** Vite's address of a file that it copies. */
declare module '*?url' {
  const url: string;
  export default url;
}
