import 'virtual:amplify.css';
import './amplify-theme.css';
