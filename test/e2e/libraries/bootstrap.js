import 'bootstrap';
import './tag.js';
