/** The part of `docx` that is used here. The build bundles it into this file, which is loaded on first use. */
export { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx';
