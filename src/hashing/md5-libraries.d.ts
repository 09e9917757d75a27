export { createMD5 } from 'hash-wasm';
export { default as SparkMD5 } from 'spark-md5';
