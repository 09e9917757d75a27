/** The two MD5 implementations. The build bundles them into this file as one ES module: spark-md5 is CommonJS. */
export { createMD5 } from 'hash-wasm';
export { default as SparkMD5 } from 'spark-md5';
