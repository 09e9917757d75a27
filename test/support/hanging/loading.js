// Never answered.
await import('/never.js');
